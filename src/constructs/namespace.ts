import type { Construct } from 'constructs';
import { Manifest, type ObjectProps } from './manifest.js';

/** No `labels` where there are none. */
export const labelled = (labels: Readonly<Record<string, string>> | undefined) =>
  labels === undefined || Object.keys(labels).length === 0 ? {} : { labels };

/**
 * A Namespace that Flux makes and never takes away: it carries `prune: disabled`, since with a namespace goes all
 * that is in it. https://fluxcd.io/flux/components/kustomize/kustomizations/#controlling-the-apply-behavior-of-resources
 */
export class Namespace extends Manifest {
  static readonly kind = { apiVersion: 'v1', kind: 'Namespace', scope: 'Cluster' } as const;
  declare readonly kind: 'Namespace';

  constructor(scope: Construct, id: string, props: ObjectProps) {
    const annotations = { 'kustomize.toolkit.fluxcd.io/prune': 'disabled', ...props.annotations };
    super(scope, id, Namespace.kind, { ...props, annotations }, {});
  }
}
