import type { Construct } from 'constructs';
import { Manifest, type NamespacedProps } from './manifest.js';

/** https://kubernetes.io/docs/reference/kubernetes-api/config-and-storage-resources/config-map-v1/ */
export interface ConfigMapProps extends NamespacedProps {
  readonly data?: Readonly<Record<string, string>>;
  readonly immutable?: boolean;
}

/** Text by keys. */
export class ConfigMap extends Manifest {
  static readonly kind = { apiVersion: 'v1', kind: 'ConfigMap', scope: 'Namespaced' } as const;

  constructor(scope: Construct, id: string, props: ConfigMapProps) {
    const { name, namespace, labels, annotations, extra, ...body } = props;
    super(scope, id, ConfigMap.kind, props, body);
  }
}
