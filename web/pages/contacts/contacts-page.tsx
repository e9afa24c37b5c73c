import { useQuery } from '@tanstack/react-query';
import { Download, FileUp, SearchX, UserRoundPlus, Users } from 'lucide-react';
import { useState } from 'react';
import type { ContactView } from '#contract/accounts/contacts.ts';
import { contactsExport, contactsQuery } from '../../api/contacts.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { useDialogInAddress } from '../../documents/dialogs/use-dialog-in-address.ts';
import { Button } from '../../parts/button.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { PageStrip } from '../../parts/page-strip.tsx';
import { SearchBox } from '../../parts/forms/search-box.tsx';
import { EmptyState, LoadingError } from '../../parts/states.tsx';
import { useListAddress, useNothing } from '../../parts/use-list-address.ts';
import { ContactDialog } from './contact-dialog.tsx';
import { ContactTable, ContactTableSkeleton } from './contact-table.tsx';
import { ImportDialog } from './import-dialog.tsx';

const pageSize = 50;

/** The address book: earlier recipients, and contacts that were added or imported. */
export function ContactsPage() {
  const say = useRequiredTexts('pages');
  const adding = useDialogInAddress('add');
  const importing = useDialogInAddress('import');
  const [editing, setEditing] = useState<ContactView | null>(null);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={say('contacts.title')}
        about={say('contacts.about')}
        action={
          <div className="flex flex-wrap gap-2">
            <Button onClick={importing.show}>
              <FileUp aria-hidden="true" />
              <span className="max-sm:sr-only">{say('contacts.import')}</span>
            </Button>
            <Button asChild>
              <a href={contactsExport} download="">
                <Download aria-hidden="true" />
                <span className="max-sm:sr-only">{say('contacts.export')}</span>
              </a>
            </Button>
            <Button look="primary" onClick={adding.show}>
              <UserRoundPlus aria-hidden="true" />
              {say('contacts.add')}
            </Button>
          </div>
        }
      />
      <ContactList onAdd={adding.show} onEdit={setEditing} />
      {adding.open ? <ContactDialog contact={null} onClose={adding.hide} /> : null}
      {editing ? <ContactDialog contact={editing} onClose={() => setEditing(null)} /> : null}
      {importing.open ? <ImportDialog onClose={importing.hide} /> : null}
    </div>
  );
}

function ContactList({ onAdd, onEdit }: { onAdd: () => void; onEdit: (contact: ContactView) => void }) {
  const say = useRequiredTexts('pages');
  const address = useListAddress();
  const q = address.query.get('q') ?? '';
  const list = useQuery(contactsQuery({ q, cursor: address.cursor, limit: pageSize }));
  const contacts = list.data?.rows ?? [];
  const nothing = useNothing(address, list, contacts);
  return (
    <section
      aria-label={say('contacts.title')}
      className="overflow-hidden rounded-lg border border-line bg-surface shadow-card"
    >
      <div className="flex px-4 py-3.5 sm:px-5">
        <SearchBox
          label={say('contacts.search')}
          value={q}
          onSearch={(text) => address.narrow({ q: text }, true)}
          className="sm:max-w-80"
        />
      </div>
      <div aria-busy={list.isFetching} className={list.isPlaceholderData ? 'opacity-60' : ''}>
        {list.isPending ? <ContactTableSkeleton /> : null}
        <LoadingError query={list} />
        {contacts.length > 0 ? <ContactTable contacts={contacts} onEdit={onEdit} /> : null}
        {nothing ? (
          <div className="border-t border-line">
            {q === '' ? (
              <EmptyState
                icon={Users}
                title={say('contacts.none')}
                action={
                  <Button look="primary" onClick={onAdd}>
                    <UserRoundPlus aria-hidden="true" />
                    {say('contacts.add')}
                  </Button>
                }
              >
                {say('contacts.noneText')}
              </EmptyState>
            ) : (
              <EmptyState
                icon={SearchX}
                title={say('contacts.noneFound')}
                action={
                  <Button onClick={() => address.narrow({ q: null })}>{say('contacts.clearSearch')}</Button>
                }
              >
                {say('contacts.noneFoundText')}
              </EmptyState>
            )}
          </div>
        ) : null}
      </div>
      {list.data && contacts.length > 0 ? (
        <PageStrip
          text={say('contacts.showing', {
            shown: contacts.length,
            total: list.data.total ?? contacts.length,
          })}
          address={address}
          next={list.data.next}
          busy={list.isPlaceholderData}
        />
      ) : null}
    </section>
  );
}
