// Adds a passkey button to the sign-in page, which otherwise works without scripts.
const button = document.getElementById('passkey');
const problem = document.getElementById('passkey-problem');
const namedHost = !/^[\d.]+$|^\[/.test(location.hostname);

if (globalThis.PublicKeyCredential && namedHost) {
  button.hidden = false;
  button.addEventListener('click', () => {
    button.disabled = true;
    problem.hidden = true;
    signIn()
      .catch((error) => {
        // NotAllowedError means that the person closed the browser's dialog, so no message is needed.
        problem.hidden = error.name === 'NotAllowedError';
      })
      .finally(() => {
        button.disabled = false;
      });
  });
}

async function signIn() {
  const options = await post(`${location.pathname}/passkey/options`, {});
  const credential = await navigator.credentials.get({
    publicKey: { ...options, challenge: bytesOf(options.challenge), allowCredentials: [] },
  });
  const { response } = credential;
  const { goTo } = await post(`${location.pathname}/passkey`, {
    id: credential.id,
    rawId: textOf(credential.rawId),
    type: credential.type,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: {
      authenticatorData: textOf(response.authenticatorData),
      clientDataJSON: textOf(response.clientDataJSON),
      signature: textOf(response.signature),
      userHandle: textOf(response.userHandle ?? new ArrayBuffer(0)),
    },
  });
  location.assign(goTo);
}

async function post(path, body) {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

function bytesOf(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function textOf(buffer) {
  const binary = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
