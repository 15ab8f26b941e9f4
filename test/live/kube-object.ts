/** What is left of an object of any kind when only what all kinds share is known. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly generation?: number;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly [field: string]: unknown;
  };
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly status?: KubeStatus;
  /** Of a ConfigMap. */
  readonly data?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

export interface KubeStatus {
  readonly observedGeneration?: number;
  readonly conditions?: readonly Condition[];
  /** Of Flux's Kustomization, `<branch>@sha1:<commit>`. */
  readonly lastAppliedRevision?: string;
  readonly [field: string]: unknown;
}

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  /** RFC 3339, to the second. */
  readonly lastTransitionTime?: string;
}

/** One object: enough of it to ask for it. */
export interface ObjectRef {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** All objects of one kind. */
export interface KindRef {
  readonly apiVersion: string;
  readonly kind: string;
  /** All namespaces by default. */
  readonly namespace?: string;
  readonly labelSelector?: string;
}

/** `Kind/namespace/name`, for messages. */
export const printRef = (object: KubeObject): string => {
  const { name, namespace } = object.metadata;
  return [object.kind, namespace, name].filter((part) => part !== undefined).join('/');
};
