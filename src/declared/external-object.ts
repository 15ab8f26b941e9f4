/** One object that is there without fluxspan: made by hand, by Terraform, by a chart. */
export interface ExternalObject {
  /** The kind, without its group: `Secret`. */
  readonly kind: string;
  /** `metadata.name`. */
  readonly name: string;
  /** `metadata.namespace`. @default - of any namespace, or of none */
  readonly namespace?: string;
  /** The API group: `apps`, and `''` for Kubernetes' core. @default - of any group */
  readonly group?: string;
  /** It is one of the Secrets of `bootstrap`. @internal */
  readonly isBootstrap?: boolean;
}
