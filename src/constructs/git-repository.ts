import type { Construct } from 'constructs';
import { GitRepository as Generated, type GitRepositorySpec } from '../../imports/source.toolkit.fluxcd.io.js';
import { FLUX_NAMESPACE } from '../contract/contract.js';
import type { Duration } from './duration.js';
import type { NamespacedProps } from './object-props.js';
import { splitProps } from './split-props.js';

/** https://fluxcd.io/flux/components/source/gitrepositories/ */
export interface GitRepositoryProps extends NamespacedProps, Omit<GitRepositorySpec, 'interval'> {
  /** How often Flux looks for a new version. @default '1h' */
  readonly interval?: Duration;
}

/** A Git repository. It lives in `flux-system` unless it says otherwise. */
export class GitRepository extends Generated {
  constructor(scope: Construct, id: string, props: GitRepositoryProps) {
    const { object, spec } = splitProps(props);
    super(scope, id, { namespace: FLUX_NAMESPACE, ...object, spec: { interval: '1h', ...spec } });
  }
}
