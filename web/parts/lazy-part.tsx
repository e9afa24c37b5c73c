import {
  Component,
  createElement,
  Suspense,
  use,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { aboutPaths } from '#contract/paths.ts';
import { liveConnection } from '../api/connection.ts';
import { reasonOf } from '../api/request.ts';
import { ask, Unreachable } from '../kit/request.ts';
import { useWords, type Translate } from '../words.ts';
import { Dialog } from './dialog.tsx';
import { ErrorState } from './states.tsx';

/** `problem` says why the part is not there, and has the button for another try, which is `again`. */
type Failure = { problem: ReactNode; again: () => void };
type Options<Props> = { waiting?: ReactNode; Failed?: ComponentType<Props & Failure> };

/**
 * A part whose code is loaded when it is first shown. Where that fails, as without a network, it is said in its place
 * and can be tried again; the page around it stays, with all that is unsaved there.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting = null, Failed = InPlace }: Options<Props> = {},
): ComponentType<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  const loaded = () =>
    (loading ??= loadOverNetwork(load).catch((error: unknown) => {
      // Whoever shows it the next time begins anew.
      loading = undefined;
      throw error;
    }));
  return function LazyPart(props: Props) {
    const [{ part, tries }, begin] = useState(() => ({ part: loaded(), tries: 0 }));
    const again = () => begin({ part: loaded(), tries: tries + 1 });
    const failed = (error: unknown) => (
      <Failed {...props} again={again} problem={<Unloaded error={error} again={again} />} />
    );
    return (
      <Boundary key={tries} failed={failed}>
        <Suspense fallback={waiting}>
          <Loaded part={part} props={props} />
        </Suspense>
      </Boundary>
    );
  };
}

type OfDialog = { open: boolean; onClose: () => void };

/** The same for a dialog, which opens all the same and says in itself why there is nothing in it. */
export function lazyDialog<Props extends OfDialog>(
  load: () => Promise<ComponentType<Props>>,
  title: (t: Translate) => string,
): ComponentType<Props> {
  function Failed({ open, onClose, problem, again }: Props & Failure) {
    const { t } = useWords();
    useWhenOpenedAgain(open, again);
    return (
      <Dialog open={open} onClose={onClose} title={title(t)}>
        {problem}
      </Dialog>
    );
  }
  return lazyPart(load, { Failed });
}

/**
 * A browser that failed to load a piece of code once does not ask for it again while the page is open. So where the
 * network seems to be away, the server is asked first whether it is there.
 */
async function loadOverNetwork<Part>(load: () => Promise<Part>): Promise<Part> {
  if (!navigator.onLine || liveConnection.current() === 'lost') await ask(aboutPaths.readHealth);
  return load();
}

/** Another try helps where the server could not be reached; else only a reload does, as after an update of the product. */
function Unloaded({ error, again }: { error: unknown; again: () => void }) {
  const { t } = useWords();
  if (error instanceof Unreachable) return <ErrorState reason={reasonOf(error)} onRetry={again} />;
  return (
    <ErrorState
      reason={t('error.pageText')}
      action={t('error.reload')}
      onRetry={() => window.location.reload()}
    />
  );
}

function useWhenOpenedAgain(open: boolean, act: () => void): void {
  const wasOpen = useRef(open);
  const opened = useEffectEvent(act);
  useEffect(() => {
    if (open && !wasOpen.current) opened();
    wasOpen.current = open;
  }, [open]);
}

type LoadedProps<Props> = { part: Promise<ComponentType<Props>>; props: Props };

function Loaded<Props extends object>({ part, props }: LoadedProps<Props>) {
  return createElement(use(part), props);
}

function InPlace({ problem }: Failure) {
  return problem;
}

type BoundaryProps = { failed: (error: unknown) => ReactNode; children: ReactNode };

/** Only a class can catch what is thrown below it while it is drawn. */
class Boundary extends Component<BoundaryProps, { caught: { error: unknown } | null }> {
  override state: { caught: { error: unknown } | null } = { caught: null };

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } };
  }

  override render() {
    const { caught } = this.state;
    return caught ? this.props.failed(caught.error) : this.props.children;
  }
}
