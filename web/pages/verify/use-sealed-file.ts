import { useQuery } from '@tanstack/react-query';
import { addressOf } from '#contract/address.ts';
import { documentPaths } from '#contract/paths.ts';
import { documentToVerify } from '../../documents/verify-address.ts';
import { readBytes } from './read-bytes.ts';

/** The sealed file of the document from whose page the member came, with the same bytes as a download. */
export function useSealedFile(search: string) {
  const id = new URLSearchParams(search).get(documentToVerify) ?? '';
  return useQuery({
    queryKey: ['sealed-file', id],
    queryFn: ({ signal }) => fetchSealed(id, signal),
    enabled: id !== '',
    staleTime: Infinity,
    retry: false,
  });
}

async function fetchSealed(id: string, signal: AbortSignal): Promise<File> {
  const address = addressOf(documentPaths.downloadDocument, { params: { id } });
  const { bytes, headers } = await readBytes(address, signal);
  const name = /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '')?.[1];
  return new File([bytes], name ? decodeURIComponent(name) : `${id}.pdf`);
}
