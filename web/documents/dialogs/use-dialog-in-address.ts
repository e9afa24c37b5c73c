import { useSearchParams } from 'react-router';

/** Keeps the open state of a dialog in the URL, so that links can open it and the back button closes it. */
export function useDialogInAddress(name: string): { open: boolean; show: () => void; hide: () => void } {
  const [query, setQuery] = useSearchParams();
  const set = (open: boolean) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (open) next.set('dialog', name);
        else next.delete('dialog');
        return next;
      },
      { replace: !open, preventScrollReset: true },
    );
  return { open: query.get('dialog') === name, show: () => set(true), hide: () => set(false) };
}
