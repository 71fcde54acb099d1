"""Other libraries' games as games of ours, and ours as theirs; each file needs the library that it is named after."""
