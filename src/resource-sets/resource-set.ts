/** The API group of the Flux Operator. */
export const OPERATOR_GROUP = 'fluxcd.controlplane.io';

export const isResourceSet = ({ group, kind }: { readonly group: string; readonly kind: string }): boolean =>
  group === OPERATOR_GROUP && kind === 'ResourceSet';

/** The object that a name in `inputsFrom` stands for. */
export const providerId = (
  namespace: string,
  name: string,
): { readonly group: string; readonly kind: string; readonly namespace: string; readonly name: string } => ({
  group: OPERATOR_GROUP,
  kind: 'ResourceSetInputProvider',
  namespace,
  name,
});

export const isProvider = ({ group, kind }: { readonly group: string; readonly kind: string }): boolean =>
  group === OPERATOR_GROUP && kind === 'ResourceSetInputProvider';
