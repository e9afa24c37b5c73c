import { useMutation } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { remindAll } from '../../api/bulk.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { showToast } from '../../kit/toast-store.ts';
import { problemText } from '../../words.ts';

/**
 * Reminds the recipients of all documents of a bulk send, and reports for how many documents the server
 * refused it.
 */
export function RemindAll({ id }: { id: string }) {
  const say = useRequiredTexts('pages');
  const [asking, setAsking] = useState(false);
  const reminding = useMutation({
    mutationFn: remindAll,
    onSuccess: ({ done, refused }) => {
      const [first] = refused;
      const reason = first ? problemText(first) : '';
      const text = first ? say('bulk.notReminded', { count: refused.length, reason }) : undefined;
      if (done.length === 0) showToast({ title: text ?? say('bulk.noneToRemind') });
      else
        showToast({
          title: say('bulk.reminded', { count: done.length }),
          ...(text && { description: text }),
        });
    },
    onError: failureToast(say('bulk.remindFailed')),
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <BellRing aria-hidden="true" />
        {say('bulk.remind')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={say('bulk.remindTitle')}
        action={say('bulk.remind')}
        onConfirm={() => reminding.mutate(id)}
        busy={reminding.isPending}
      >
        <p>{say('bulk.remindText')}</p>
      </ConfirmDialog>
    </>
  );
}
