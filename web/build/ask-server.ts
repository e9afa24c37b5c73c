/** Addresses that the development server hands on to the server; every other one is a page or a file of the client. */
export const asksServer =
  /^\/(?:api|developers|form|log|mcp|metrics|my-data|oauth|oidc|\.well-known|login|mail|outbox|reply-to|sandbox-payments)(?:[/?]|$)|^\/(?:sign-in|plain)\.\w+/;
