import {
  Component,
  lazy,
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
import { liveConnection } from '../api/transport/connection.ts';
import { reasonOf } from '../api/transport/request.ts';
import { ask, Unreachable } from '../kit/request.ts';
import { useTranslation, type Translate } from '../words.ts';
import { ErrorState } from './states.tsx';

/** `problem` explains why the part could not be loaded, and contains the button that calls `again`. */
type Failure = { problem: ReactNode; again: () => void };
type Options<Props> = { waiting?: ReactNode; Failed?: ComponentType<Props & Failure> };

/**
 * A component whose code loads when it is first shown. If that fails, for example without a network, the
 * error and a retry button appear in its place. The rest of the page remains, including unsaved input.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting = null, Failed = InPlace }: Options<Props> = {},
): ComponentType<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  const loaded = () =>
    (loading ??= loadOverNetwork(load).catch((error: unknown) => {
      // The next use loads it again.
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

/** Preloaded once the person begins to use the page, so that it can be shown without a network. */
export const loadDialog = () => import('./dialogs/dialog.tsx');
const Dialog = lazy(async () => ({ default: (await loadDialog()).Dialog }));

type OfDialog = { open: boolean; onClose: () => void };

/** Like `lazyPart`, but for a dialog, which always opens and shows a loading error inside. */
export function lazyDialog<Props extends OfDialog>(
  load: () => Promise<ComponentType<Props>>,
  title: (t: Translate) => string,
): ComponentType<Props> {
  function Failed({ open, onClose, problem, again }: Props & Failure) {
    const { t } = useTranslation();
    useWhenOpenedAgain(open, again);
    return (
      <Suspense>
        <Dialog open={open} onClose={onClose} title={title(t)}>
          {problem}
        </Dialog>
      </Suspense>
    );
  }
  return lazyPart(load, { Failed });
}

/**
 * After a failed import, browsers do not request the module again while the page is open. If the network
 * seems to be down, the server is therefore probed first.
 */
async function loadOverNetwork<Part>(load: () => Promise<Part>): Promise<Part> {
  if (!navigator.onLine || liveConnection.current() === 'lost') await ask(aboutPaths.readHealth);
  return load();
}

/**
 * Retrying helps if the server was unreachable. Otherwise only a reload does, for example after a product
 * update.
 */
function Unloaded({ error, again }: { error: unknown; again: () => void }) {
  const { t } = useTranslation();
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

/** Only a class component can be an error boundary. */
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
