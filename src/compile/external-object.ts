/** One object that is there without fluxspan: made by hand, by Terraform, by a chart. */
export interface ExternalObject {
  readonly kind: string;
  readonly name: string;
  /** @default - of any namespace, or of none */
  readonly namespace?: string;
  /** The API group: `apps`, and `''` for Kubernetes' core. @default - of any group */
  readonly group?: string;
}
