import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { readRoots } from '#verify/read-roots.ts';
import { useWords } from '../../words.ts';
import { readBytes } from './read-bytes.ts';

const files: Readonly<Record<string, string>> = {
  sealed: '/landing/sample-sealed.pdf',
  changed: '/landing/sample-changed.pdf',
};

export type Sample = { readonly file: File; readonly roots: readonly Uint8Array[]; readonly note: string };

/**
 * A file to try the page with, asked for by its address. It was sealed by a server made for samples, so it comes with
 * that server's root, which counts for this one file and for no other that somebody gives.
 */
export function useSample(): { sample: Sample | undefined; asked: UseQueryResult } {
  const { t } = useWords();
  const address = files[useSearchParams()[0].get('sample') ?? ''];
  const asked = useQuery({
    queryKey: ['sample', address],
    enabled: address !== undefined,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const [pdf, root] = await Promise.all([
        readBytes(address ?? '', signal),
        readBytes('/landing/sample-root.pem', signal),
      ]);
      const name = address?.split('/').at(-1) ?? '';
      return { file: new File([pdf.bytes], name), roots: readRoots(await root.bytes.text()) };
    },
  });
  return { sample: asked.data && { ...asked.data, note: t('landing.proof.note') }, asked };
}
