/** True inside a frame of another website that shows the editor of one draft. */
export const isEditorFrame = (): boolean => location.pathname.startsWith('/embed/edit/');

/** Rights of the embedded editor; null outside a frame. */
export type EditorRights = { send: boolean };

/** Origin of the website that requested this frame; it receives the frame's messages. */
let application: string | undefined;
let token: string | undefined;
let rights: EditorRights | null = null;

export function setFrameOrigin(origin: string): void {
  application = origin;
}

/** From now on, requests of this page authenticate with this token instead of a cookie. */
export function actInFrame(by: string, may: EditorRights): void {
  token = by;
  rights = may;
}

export const editorFrame = (): EditorRights | null => rights;

/** Authentication headers for requests that do not use a cookie. */
export const proofHere = (): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

let look = async (): Promise<void> => undefined;

/** Sets the function that applies the theme of this frame, which overrides the member's preferences. */
export function setFrameLook(apply: () => Promise<void>): void {
  look = apply;
}

export const applyFrameLook = (): Promise<void> => look();

type FrameEvent = 'ready' | 'height' | 'saved' | 'sent' | 'signed' | 'declined' | 'closed';

/**
 * Sends a message to the embedding website. The message never contains a link, and the browser delivers it
 * only to the website's origin.
 */
export function notifyParentFrame(event: FrameEvent, more: { height?: number } = {}): void {
  if (application !== undefined)
    window.parent.postMessage({ source: 'countersign', event, ...more }, application);
}
