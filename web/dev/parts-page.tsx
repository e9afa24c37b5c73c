import { FileText, Trash2, Upload } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Badge } from '../parts/badge.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx';
import { Dialog } from '../parts/dialogs/dialog.tsx';
import { InputField, TextAreaField } from '../parts/forms/form-field.tsx';
import { Menu, MenuItem, MenuLine } from '../parts/dialogs/menu.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { SearchBox } from '../parts/forms/search-box.tsx';
import { Select } from '../parts/forms/select.tsx';
import { Sheet } from '../parts/dialogs/sheet.tsx';
import { WaitingLines } from '../parts/waiting-lines.tsx';
import { EmptyState, ErrorState, Skeleton } from '../parts/states.tsx';
import { showToast } from '../kit/toast-store.ts';
import { Tooltip } from '../parts/dialogs/tooltip.tsx';
import { ThemeToggle } from '../shell/theme-toggle.tsx';

const looks = ['primary', 'plain', 'quiet', 'danger', 'link'] as const;
const sizes = ['small', 'normal', 'big'] as const;
const tones = ['plain', 'ink', 'ok', 'warn', 'danger'] as const;
const statuses = ['draft', 'sent', 'completed', 'declined', 'voided', 'expired'] as const;
type Opened = 'dialog' | 'confirm' | 'sheet' | null;

/** Shows every UI component in all states. It exists only in development builds. */
export default function PartsPage() {
  const [opened, setOpened] = useState<Opened>(null);
  const [chosen, setChosen] = useState<'one' | 'two'>('one');
  const close = () => setOpened(null);
  return (
    <main className="mx-auto flex max-w-5xl flex-col gap-8 p-6">
      <PageHeader title="Parts" about="Each part in every state" action={<ThemeToggle />} />
      <Shown name="Buttons">
        {looks.map((look) => (
          <div key={look} className="flex w-full flex-wrap items-center gap-3">
            {sizes.map((size) => (
              <Button key={size} look={look} size={size}>
                <Upload aria-hidden="true" /> {look} {size}
              </Button>
            ))}
            <Button look={look} disabled>
              disabled
            </Button>
            <Button look={look} size="icon" aria-label={`${look} icon`}>
              <Trash2 aria-hidden="true" />
            </Button>
          </div>
        ))}
      </Shown>
      <Shown name="Fields">
        <InputField label="Email" hint="Where the link goes" defaultValue="grace@harbour.example" />
        <InputField label="Email" error="Please enter a valid email address" defaultValue="grace" />
        <InputField label="Disabled" disabled value="draft" readOnly />
        <TextAreaField label="Message" rows={2} />
        <SearchBox label="Search" value="" onSearch={() => undefined} />
        <Select
          aria-label="Choice"
          value={chosen}
          onChange={setChosen}
          options={[
            { value: 'one', text: 'The first' },
            { value: 'two', text: 'The second' },
          ]}
        />
      </Shown>
      <Shown name="Badges">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        {statuses.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
      </Shown>
      <Shown name="Overlays">
        <Button onClick={() => setOpened('dialog')}>Dialog</Button>
        <Button onClick={() => setOpened('confirm')}>Confirmation</Button>
        <Button onClick={() => setOpened('sheet')}>Sheet</Button>
        <Menu trigger={<Button>Menu</Button>}>
          <MenuItem icon={FileText} onSelect={() => undefined}>
            View Details
          </MenuItem>
          <MenuLine />
          <MenuItem icon={Trash2} danger onSelect={() => undefined}>
            Delete
          </MenuItem>
        </Menu>
        <Tooltip text="Says more">
          <Button>Tooltip</Button>
        </Tooltip>
        <Button onClick={() => showToast({ title: 'Saved', description: 'Nothing else to do' })}>
          Toast
        </Button>
        <Button onClick={() => showToast({ title: 'Failed', description: 'Try again', look: 'danger' })}>
          Toast, failure
        </Button>
      </Shown>
      <Shown name="States">
        <WaitingLines className="w-60" />
        <Skeleton className="h-8 w-40" />
        <EmptyState icon={FileText} title="Nothing here" action={<Button look="primary">Upload</Button>}>
          Upload your first document to get started
        </EmptyState>
        <ErrorState reason="The server could not be reached." onRetry={() => undefined} />
      </Shown>
      <Dialog open={opened === 'dialog'} onClose={close} title="A dialog" description="With a description">
        <p>What it is about.</p>
      </Dialog>
      <ConfirmDialog
        open={opened === 'confirm'}
        onClose={close}
        title="Delete it?"
        action="Delete"
        onConfirm={close}
      >
        Lease of the harbour office
      </ConfirmDialog>
      <Sheet open={opened === 'sheet'} onClose={close} title="A sheet" from="left">
        <p>What it holds.</p>
      </Sheet>
    </main>
  );
}

function Shown({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name}>
      <h2 className="mb-3 font-semibold">{name}</h2>
      <div className="flex flex-wrap items-start gap-3 rounded-lg border border-line bg-surface p-5">
        {children}
      </div>
    </section>
  );
}
