/**
 * Countersign in a frame of your page. Your server asks for a one-time address with its API key, and your page opens it:
 *
 *   const frame = Countersign.open({ url, container: document.querySelector('#sign'), onSigned() { … } });
 *
 * Handlers, each with the message: onReady, onHeight ({ height } in pixels), onSigned, onDeclined, onClosed; of the
 * editor onReady, onSaved, onSent, onClosed.
 * After 'closed' the frame is taken away, as by frame.close(). What happened is true when your server is told by a
 * webhook or asks; these messages are for your page to go on by.
 */
(() => {
  const home = new URL(document.currentScript.src).origin;
  const events = ['ready', 'height', 'saved', 'sent', 'signed', 'declined', 'closed'];

  function open({ url, container, title = 'Countersign', ...handlers }) {
    const address = new URL(url);
    if (address.origin !== home || !address.pathname.startsWith('/embed/'))
      throw new Error(`Countersign.open: the address has to begin with ${home}/embed/`);
    if (!(container instanceof Element))
      throw new Error('Countersign.open: container is no element of the page.');
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
      // Anybody can post to this page: only what this very frame says, while it shows us, counts.
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
