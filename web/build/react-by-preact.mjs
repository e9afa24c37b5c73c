export * from 'preact/compat';
export { default } from 'preact/compat';

/**
 * What Preact does not have and the router imports. It calls the setter only in its mode of transitions, which is
 * not switched on: the state is then simply the state.
 */
export function useOptimistic(state) {
  return [state, () => undefined];
}
