"""`python -m plywise` is the command `plywise`."""

from plywise.cli.main import main

if __name__ == "__main__":
    main()
