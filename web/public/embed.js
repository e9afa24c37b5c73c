/**
 * Shows Countersign in a frame on your page. Your server requests a one-time URL with its API key, and your page opens it:
 *
 *   const frame = Countersign.open({ url, container: document.querySelector('#sign'), onSigned() { … } });
 *
 * Handlers, each called with the message: onReady, onHeight ({ height } in pixels), onSigned, onDeclined, onClosed;
 * for the editor onReady, onSaved, onSent, onClosed.
 * After 'closed' the frame is removed, as by frame.close(). These messages are only for updating your page. Rely on a
 * webhook or a request from your server to learn what happened.
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
