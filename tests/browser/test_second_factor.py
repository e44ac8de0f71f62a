"""Switching two-step sign-in on, and signing in with it, as people do."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.authenticator import code_at, key_of
from tests.browser.axe import violations
from tests.browser.site import PASSWORD, Site
from tests.browser.tour import NOBODY, become_phone, looking, wider
from tests.browser.watch import Watch

pytestmark = pytest.mark.browser


def test_a_passkey_is_added_and_used(browser: Browser, site: Site) -> None:
    with looking(browser, site, who=NOBODY) as context:
        page = context.new_page()
        virtual = context.new_cdp_session(page)
        virtual.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        virtual.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        here = site.url.replace("127.0.0.1", "localhost")  # an address cannot have passkeys
        page.goto(f"{here}/signup/?next=/profile/two-step/")
        page.locator("#id_username").fill("morag")
        for field in ("#id_password1", "#id_password2"):
            page.locator(field).fill(PASSWORD)
        press(page)
        key = key_of(page.locator("code.secret").inner_text())
        page.locator("#id_password").fill(PASSWORD)
        page.locator("#id_code").fill(code_at(datetime.now(UTC), key))
        press(page)
        recovery = page.locator(".secret.list code").first.inner_text()
        page.goto(f"{here}/profile/two-step/passkeys/")
        page.locator("#id_name").fill("Phone")
        page.locator("#id_password").fill(PASSWORD)
        page.locator("#id_code").fill(recovery)
        page.locator("form[data-passkey] button").click()
        expect(page.locator("#own ~ ul strong")).to_have_text("Phone")
        context.clear_cookies()
        page.goto(f"{here}/login/?next=/profile/")
        page.locator("#id_username").fill("morag")
        page.locator("#id_password").fill(PASSWORD)
        press(page)
        page.locator("form[data-passkey]").wait_for()
        assert violations(page, "") == []
        page.locator("form[data-passkey] button").click()
        expect(page).to_have_url(f"{here}/profile/")


def press(page: Page) -> None:
    page.locator("main form button[type=submit]").first.click()


def test_from_the_qr_code_to_a_recovery_code(browser: Browser, site: Site) -> None:
    with looking(browser, site, who=NOBODY) as context:
        watch = Watch(context, site.url)
        watch.begin("422")
        page = context.new_page()
        page.goto("/signup/?next=/profile/two-step/")
        page.locator("#id_username").fill("gillian")
        for field in ("#id_password1", "#id_password2"):
            page.locator(field).fill(PASSWORD)
        page.locator("main form button[type=submit]").click()
        expect(page.locator("svg.qr path")).to_be_visible()
        key = key_of(page.locator("code.secret").inner_text())
        page.locator("#id_password").fill(PASSWORD)
        page.locator("#id_code").fill("no")
        page.locator("main form button[type=submit]").click()
        expect(page.locator("#id_code_error")).to_be_visible()
        page.locator("#id_password").fill(PASSWORD)
        page.locator("#id_code").fill(code_at(datetime.now(UTC), key))
        page.locator("main form button[type=submit]").click()
        expect(page.locator(".secret.list code")).to_have_count(10)
        codes = page.locator(".secret.list code").all_inner_texts()
        with page.expect_download() as download:
            page.locator("a[download]").click()
        saved = Path(download.value.path()).read_text(encoding="utf-8")
        assert saved.splitlines() == codes
        assert download.value.suggested_filename == "caledonia-recovery-codes.txt"
        assert violations(page, "") == []
        become_phone(page)
        assert violations(page, "") == []
        assert not wider(page)
        context.clear_cookies()
        page.goto("/login/?next=/profile/")
        page.locator("#id_username").fill("gillian")
        page.locator("#id_password").fill(PASSWORD)
        page.locator("main form button[type=submit]").click()
        expect(page.locator("#id_code")).to_be_focused()
        page.locator("main a[href*=recovery]").click()
        page.locator("#id_code").fill(codes[0])
        page.locator("main form button[type=submit]").click()
        expect(page).to_have_url(f"{site.url}/profile/")
        assert watch.found == []
