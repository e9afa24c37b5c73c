import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { findTrustedKeys, type TrustedLogKey } from '#core/log/trusted-keys.ts';
import { readRoots } from '#verify/read-roots.ts';
import { useTranslation } from '../../words.ts';
import { readBytes } from './read-bytes.ts';

const files: Readonly<Record<string, string>> = {
  sealed: '/landing/sample-sealed.pdf',
  changed: '/landing/sample-changed.pdf',
};

export type Sample = {
  readonly file: File;
  readonly roots: readonly Uint8Array[];
  readonly logKeys: readonly TrustedLogKey[] | undefined;
  readonly note: string;
};

/**
 * A sample file named in the URL, for trying the page. A dedicated sample server sealed it, so it comes with
 * that server's root and log key. They apply only to this file.
 */
export function useSample(search: string): { sample: Sample | undefined; asked: UseQueryResult } {
  const { t } = useTranslation();
  const address = files[new URLSearchParams(search).get('sample') ?? ''];
  const sampleQuery = useQuery({
    queryKey: ['sample', address],
    enabled: address !== undefined,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const [pdf, root] = await Promise.all([
        readBytes(address ?? '', signal),
        readBytes('/landing/sample-root.pem', signal),
      ]);
      const name = address?.split('/').at(-1) ?? '';
      const pem = await root.bytes.text();
      const file = new File([pdf.bytes], name);
      return { file, roots: readRoots(pem), logKeys: findTrustedKeys(pem) };
    },
  });
  return {
    sample: sampleQuery.data && { ...sampleQuery.data, note: t('landing.proof.note') },
    asked: sampleQuery,
  };
}
