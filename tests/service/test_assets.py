"""The front end's files: packed, kept by the browser as long as they hold, and few enough for a quick first load."""

import re

import pytest

FIRST_LOAD = 250_000
"""Bytes by gzip, at most."""


@pytest.fixture(scope="module")
def page(client):
    return client.http.get("/", headers={"accept-encoding": "gzip"})


@pytest.fixture(scope="module")
def names(page):
    return re.findall(r'(?:src|href)="\./([^"]+)"', page.text)


def test_the_first_load_is_small(client, page, names):
    files = [client.http.get(f"/{name}", headers={"accept-encoding": "gzip"}) for name in names]
    assert {"js", "css"} <= {name.rpartition(".")[2] for name in names}
    assert all(file.status_code == 200 for file in files)
    assert page.num_bytes_downloaded + sum(file.num_bytes_downloaded for file in files) <= FIRST_LOAD


def test_what_is_named_by_its_content_is_kept_for_good(client, names):
    for name in names:
        response = client.http.get(f"/{name}")
        assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert response.headers["vary"] == "accept-encoding"


@pytest.mark.parametrize("coding", ["gzip", "identity"])
def test_the_page_is_asked_for_again_and_sent_only_if_it_changed(client, coding):
    first = client.http.get("/", headers={"accept-encoding": coding})
    assert first.headers["cache-control"] == "no-cache"
    assert first.headers.get("content-encoding") == ("gzip" if coding == "gzip" else None)
    asked = {"accept-encoding": coding, "if-none-match": first.headers["etag"]}
    again = client.http.get("/", headers=asked)
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    assert client.http.get("/", headers={**asked, "if-none-match": '"other"'}).status_code == 200


def test_packed_and_unpacked_are_the_same_file(client, names):
    for name in ["index.html", *names]:
        packed = client.http.get(f"/{name}", headers={"accept-encoding": "gzip"})
        plain = client.http.get(f"/{name}", headers={"accept-encoding": "identity"})
        assert packed.content == plain.content
        assert packed.headers["content-type"] == plain.headers["content-type"]
        assert packed.num_bytes_downloaded <= plain.num_bytes_downloaded
        assert packed.headers["etag"] != plain.headers["etag"] or "content-encoding" not in packed.headers


def test_other_methods_and_answers_of_the_api_are_not_kept(client):
    assert client.http.post("/", json={}).status_code == 405
    assert client.http.head("/").status_code == 200
    assert client.http.get("/api/games").headers["cache-control"] == "no-cache"
