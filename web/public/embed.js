/**
 * Shows Countersign in a frame on your page. Your server requests a one-time URL with its API key, and your page opens it:
 *
 *   const frame = Countersign.open({ url, container: document.querySelector('#sign'), onSigned() { … } });
 *
 * Handlers, each called with the message: onReady, onHeight ({ height } in pixels), onSigned, onDeclined, onClosed;
 * for the editor onReady, onSaved, onSent, onClosed.
 * theme: { color: '#0a7d55', scheme: 'light' or 'dark', radius: 0 to 24 pixels, language: one of the codes below; those after 'ar' are for signers only }.
 * A color with too little contrast is changed until texts are readable.
 * After 'closed' the frame is removed, as by frame.close(). These messages are only for updating your page. Rely on a
 * webhook or a request from your server to learn what happened.
 */
(() => {
  const home = new URL(document.currentScript.src).origin;
  const events = ['ready', 'height', 'saved', 'sent', 'signed', 'declined', 'closed'];

  const looks = {
    color: (value) => /^#[0-9a-f]{6}$/i.test(value),
    scheme: (value) => ['light', 'dark'].includes(value),
    radius: (value) => Number.isInteger(value) && value >= 0 && value <= 24,
    language: (value) =>
      [
        'en',
        'de',
        'es',
        'fr',
        'ar',
        'it',
        'pt',
        'nl',
        'pl',
        'tr',
        'uk',
        'he',
        'ja',
        'zh-Hans',
        'zh-Hant',
        'ko',
      ].includes(value),
  };

  function open({ url, container, title = 'Countersign', theme = {}, ...handlers }) {
    const address = new URL(url);
    if (address.origin !== home || !address.pathname.startsWith('/embed/'))
      throw new Error(`Countersign.open: the address has to begin with ${home}/embed/`);
    if (!(container instanceof Element))
      throw new Error('Countersign.open: container is no element of the page.');
    for (const [name, value] of Object.entries(theme))
      if (!Object.hasOwn(looks, name) || !looks[name](value))
        throw new Error(`Countersign.open: theme.${name} is unknown or has no valid value.`);
    // After the #, so that it is not sent to the server.
    if (Object.keys(theme).length > 0) address.hash = `theme=${encodeURIComponent(JSON.stringify(theme))}`;
    const frame = document.createElement('iframe');
    frame.src = address.href;
    frame.title = title;
    frame.allow = 'publickey-credentials-get; publickey-credentials-create; clipboard-write';
    frame.style.cssText = 'display:block;width:100%;height:100%;border:0';

    function close() {
      removeEventListener('message', hear);
      frame.remove();
    }
    function hear({ source, origin, data }) {
      // Any window can post messages to this page, so only messages from this frame and origin are accepted.
      if (source !== frame.contentWindow || origin !== home || data?.source !== 'countersign') return;
      if (!events.includes(data.event)) return;
      if (data.event === 'closed') close();
      handlers[`on${data.event[0].toUpperCase()}${data.event.slice(1)}`]?.(data);
    }
    addEventListener('message', hear);
    container.append(frame);
    return { frame, close };
  }

  window.Countersign = Object.freeze({ open });
})();
