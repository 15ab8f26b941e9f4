import type { Construct } from 'constructs';
import type { GitRepositorySpec } from '../../imports/source.toolkit.fluxcd.io.js';
import { FLUX_NAMESPACE } from '../contract/contract.js';
import type { ApiInput } from './api-input.js';
import type { Duration } from './duration.js';
import { Manifest, type NamespacedProps } from './manifest.js';
import { splitProps } from './split-props.js';

type Spec = ApiInput<GitRepositorySpec>;

/** https://fluxcd.io/flux/components/source/gitrepositories/ */
export interface GitRepositoryProps extends NamespacedProps, Omit<Spec, 'interval'> {
  /** @default '1h' */
  readonly interval?: Duration;
}

/** A Git repository. It lives in `flux-system` unless it says otherwise. */
export class GitRepository extends Manifest {
  static readonly kind = {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'GitRepository',
    scope: 'Namespaced',
  } as const;

  constructor(scope: Construct, id: string, props: GitRepositoryProps) {
    const { object, spec } = splitProps(props);
    super(
      scope,
      id,
      GitRepository.kind,
      { namespace: FLUX_NAMESPACE, ...object },
      { spec: { interval: '1h', ...spec } },
    );
  }
}
