/** Whether an object says that Flux is not to substitute in it. */
export const isDisabled = (json: Readonly<Record<string, unknown>>): boolean => {
  const metadata = json['metadata'] as
    | { labels?: Record<string, unknown>; annotations?: Record<string, unknown> }
    | undefined;
  const key = 'kustomize.toolkit.fluxcd.io/substitute';
  return metadata?.labels?.[key] === 'disabled' || metadata?.annotations?.[key] === 'disabled';
};
