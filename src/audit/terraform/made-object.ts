/** An object that Terraform makes in a cluster. */
export interface MadeObject {
  readonly group: string;
  readonly kind: string;
  /** Empty for an object of the cluster; undefined where only Terraform knows it, such as `each.value`. */
  readonly namespace: string | undefined;
  readonly name: string;
  /** `kubernetes_service_account.web`. */
  readonly address: string;
  /** `infra/flux.tf:12`. */
  readonly place: string;
  /** Why it isn't certain, as a note. */
  readonly doubt?: string;
  /** It is in the YAML that a module from elsewhere is given. */
  readonly isGiven?: true;
}
