import { useEffect, useRef, type CSSProperties, type ReactElement } from 'react';

export type CountersignTheme = {
  /** Color of buttons and links, as #rrggbb. It is adjusted if text on it would be unreadable. */
  color?: string;
  /** The default is the choice of the person's system. */
  scheme?: 'light' | 'dark';
  /** Radius of the corners of buttons, inputs and dialogs, from 0 to 24 pixels */
  radius?: number;
  /** Initial language for a person who has not chosen one. */
  language?:
    | 'en'
    | 'de'
    | 'es'
    | 'fr'
    | 'ar'
    | 'it'
    | 'pt'
    | 'nl'
    | 'pl'
    | 'tr'
    | 'uk'
    | 'he'
    | 'ja'
    | 'zh-Hans'
    | 'zh-Hant'
    | 'ko';
};

type Handlers = {
  onReady?: () => void;
  /** The height of the content in pixels */
  onHeight?: (message: { height: number }) => void;
  onSaved?: () => void;
  onSent?: () => void;
  onSigned?: () => void;
  onDeclined?: () => void;
  onClosed?: () => void;
};

export type CountersignFrameProps = Handlers & {
  /** The one-time address that your server requested */
  url: string;
  /** Title of the frame for screen readers */
  title?: string;
  theme?: CountersignTheme;
  className?: string;
  /** The element determines the size of the frame. */
  style?: CSSProperties;
};

type Script = {
  open: (
    options: { url: string; container: Element; title?: string; theme?: CountersignTheme } & Handlers,
  ) => {
    close: () => void;
  };
};

/** Shows the page of a one-time address. A new `url` opens a new frame. */
export function CountersignFrame({
  url,
  title,
  theme,
  className,
  style,
  ...handlers
}: CountersignFrameProps): ReactElement {
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef({ title, theme, handlers });
  useEffect(() => {
    latest.current = { title, theme, handlers };
  });
  useEffect(() => {
    let frame: { close: () => void } | undefined;
    let isGone = false;
    // Opened once the script has loaded. In strict mode React runs an effect twice, but the address works
    // only once.
    void loadScript(new URL(url).origin).then(({ open }) => {
      if (isGone || !container.current) return;
      const { title: name, theme: look } = latest.current;
      frame = open({
        url,
        container: container.current,
        ...(name !== undefined && { title: name }),
        ...(look !== undefined && { theme: look }),
        onReady: () => latest.current.handlers.onReady?.(),
        onHeight: (message) => latest.current.handlers.onHeight?.(message),
        onSaved: () => latest.current.handlers.onSaved?.(),
        onSent: () => latest.current.handlers.onSent?.(),
        onSigned: () => latest.current.handlers.onSigned?.(),
        onDeclined: () => latest.current.handlers.onDeclined?.(),
        onClosed: () => latest.current.handlers.onClosed?.(),
      });
    });
    return () => {
      isGone = true;
      frame?.close();
    };
  }, [url]);
  return <div ref={container} className={className} style={style} />;
}

const scripts = new Map<string, Promise<Script>>();

/** Loads the embedding script of an installation once. */
function loadScript(origin: string): Promise<Script> {
  const known = scripts.get(origin);
  if (known) return known;
  const loading = new Promise<Script>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${origin}/embed.js`;
    script.addEventListener('load', () =>
      resolve((window as unknown as { Countersign: Script }).Countersign),
    );
    script.addEventListener('error', () => {
      scripts.delete(origin);
      reject(new Error(`${script.src} could not be loaded.`));
    });
    document.head.append(script);
  });
  scripts.set(origin, loading);
  return loading;
}
