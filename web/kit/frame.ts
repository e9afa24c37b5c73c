/** Where the editor of one draft is shown in a frame of another website. */
export const isEditorFrame = (): boolean => location.pathname.startsWith('/embed/edit/');

/** How far the editor in a frame is let; null outside of one. */
export type EditorRights = { send: boolean };

/** Whom this page tells what happens in it: the website whose frame it was asked for. */
let application: string | undefined;
let token: string | undefined;
let rights: EditorRights | null = null;

export function beShownBy(origin: string): void {
  application = origin;
}

/** From now on every call of this page goes by this token, and by no cookie. */
export function actInFrame(by: string, may: EditorRights): void {
  token = by;
  rights = may;
}

export const editorFrame = (): EditorRights | null => rights;

/** The headers that prove who asks, where that is no cookie. */
export const proofHere = (): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

type Told = 'ready' | 'height' | 'saved' | 'sent' | 'signed' | 'declined' | 'closed';

/** Never with a link in it, and to that website alone: to any other the browser does not hand it over. */
export function tellApplication(event: Told, more: { height?: number } = {}): void {
  if (application !== undefined)
    window.parent.postMessage({ source: 'countersign', event, ...more }, application);
}
