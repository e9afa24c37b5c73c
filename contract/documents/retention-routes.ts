import { defineRoutes } from '../route.ts';
import { documentDetail, eraseBody, holdBody } from './documents.ts';

/** Legal holds and erasure of personal data. Only people can do this, not programs. */
export const retentionRows = defineRoutes({
  holdDocument: {
    at: 'PUT /api/documents/{id}/hold',
    summary: 'Place a legal hold on a document',
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
