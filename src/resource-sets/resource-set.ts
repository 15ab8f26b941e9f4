/** The API group of the Flux Operator. */
export const OPERATOR_GROUP = 'fluxcd.controlplane.io';

export const isResourceSet = ({ group, kind }: { readonly group: string; readonly kind: string }): boolean =>
  group === OPERATOR_GROUP && kind === 'ResourceSet';
