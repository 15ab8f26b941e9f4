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

/** Where an object of a ResourceSet comes from. */
export interface SetOrigin {
  /** The template, as in `spec.steps[0].resources[1]`. */
  readonly path: string;
  /** The inputs, as in `spec.inputs[1]`. @default - the set has none */
  readonly inputs?: string;
}

/** Why the operator makes nothing of a ResourceSet: it keeps what it has applied before. */
export interface SetFailure extends Partial<SetOrigin> {
  readonly fault: string;
}
