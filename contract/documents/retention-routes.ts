import { defineRoutes } from '../route.ts';
import { documentDetail, eraseBody, holdBody } from './documents.ts';

/** Legal hold and erasure of a person; only for people, never for programs. */
export const retentionRows = defineRoutes({
  holdDocument: {
    at: 'PUT /api/documents/{id}/hold',
    summary: 'Put a document on legal hold',
    caller: 'confirmed',
    permission: 'document.retain',
    body: holdBody,
    answers: { 200: documentDetail },
    refusals: ['not-found', 'document-not-sent', 'reason-missing'],
  },
  liftHold: {
    at: 'DELETE /api/documents/{id}/hold',
    summary: "Lift a document's legal hold",
    caller: 'confirmed',
    permission: 'document.retain',
    answers: { 200: documentDetail },
    refusals: ['not-found', 'another-admin-required'],
  },
  erasePerson: {
    at: 'POST /api/documents/{id}/recipients/{recipientId}/erase',
    summary: 'Erase a recipient’s personal data after the retention period',
    caller: 'confirmed',
    permission: 'document.retain',
    body: eraseBody,
    answers: { 200: documentDetail },
    refusals: [
      'not-found',
      'recipient-not-found',
      'reason-missing',
      'document-not-ended',
      'certificate-not-ready',
      'retention-period-active',
      'document-on-hold',
    ],
  },
});
