import { useMutation } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useRequiredTexts } from '../../api/later-words.ts';
import { portalAddress } from '../../api/subscription.ts';
import { Button } from '../../parts/button.tsx';
import { useTranslation } from '../../words.ts';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';

/** Opens the provider's billing portal in a new tab (specification §2). */
export function ManageBilling() {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const opening = useMutation({
    mutationFn: async (tab: Window | null) => {
      try {
        const address = await portalAddress();
        if (tab) tab.location.href = address;
        else window.location.assign(address);
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
    onError: failureToast(t('subscription.error')),
  });
  return (
    <Button disabled={opening.isPending} onClick={() => opening.mutate(openTab())}>
      {say('billing.manage')}
      <ExternalLink aria-hidden="true" />
      <span className="sr-only">{say('billing.newTab')}</span>
    </Button>
  );
}

/**
 * Opens the tab during the click, because browsers block it otherwise. The tab has no access to this page.
 * Returns null if it is blocked anyway.
 */
function openTab(): Window | null {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  return tab;
}
