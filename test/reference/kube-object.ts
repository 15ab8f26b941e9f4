/** An object of the Kubernetes API, as a YAML file or the reference holds it. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly [field: string]: unknown;
}

/** Cluster-scoped kinds of the platform: a namespace is not part of what they are. */
const clusterScoped: ReadonlySet<string> = new Set([
  'ClusterRoleBinding',
  'ClusterSecretStore',
  'EC2NodeClass',
  'GatewayClass',
  'Namespace',
  'NodePool',
  'StorageClass',
]);

/** `Kind namespace/name`: under what the API server has the object. */
export const identityOf = ({ kind, metadata: { name, namespace } }: KubeObject): string =>
  namespace === undefined || clusterScoped.has(kind) ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;

/** One object, with the Kustomizations that apply it: `flux-system` is the root, which reads `clusters/<cluster>`. */
export interface OwnedObject {
  readonly owners: readonly string[];
  readonly object: KubeObject;
}
