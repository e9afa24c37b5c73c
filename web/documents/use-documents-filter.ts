import { documentStatuses, type DocumentStatus } from '#core/document/status.ts';
import { useListAddress } from '../parts/use-list-address.ts';

/** Keeps search, filters and the current page in the URL. */
export function useDocumentsFilter() {
  const address = useListAddress();
  const asked = address.query.get('status');
  return {
    address,
    q: address.query.get('q') ?? '',
    status: documentStatuses.find((status) => status === asked) ?? null,
    search: (q: string) => address.narrow({ q }, true),
    chooseStatus: (status: DocumentStatus | null) => address.narrow({ status }),
    clear: () => address.narrow({ q: null, status: null }),
  };
}
