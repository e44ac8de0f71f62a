// Forms that a passkey fills in: data-passkey is "create" or "get", data-options what WebAuthn is asked.

async function ask(form) {
  const options = JSON.parse(form.dataset.options);
  const made = form.dataset.passkey === "create"
    ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
  return JSON.stringify(made);
}

async function submitted(event) {
  const form = event.currentTarget;
  event.preventDefault();
  try {
    form.elements.passkey.value = await ask(form);
  } catch {
    form.querySelector("[data-failed]").hidden = false;
    return;
  }
  form.submit();
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (!window.PublicKeyCredential?.parseCreationOptionsFromJSON) {
    form.querySelector("[data-unsupported]").hidden = false;
    continue;
  }
  form.querySelector("button[type=submit]").disabled = false;
  form.addEventListener("submit", submitted);
}
