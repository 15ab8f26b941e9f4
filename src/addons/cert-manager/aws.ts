import { z } from 'zod';
import { HelmRelease } from '../../constructs/helm-release.js';
import { defineAddon } from '../define-addon.js';
import { addon, options, valuesOf } from './chart.js';

/** cert-manager whose rights, if it needs any, come from what binds a role to its service account. */
export const aws = defineAddon({
  ...addon,
  options: z.object({
    ...options,
    /** The cloud that gives its pods their rights, if an issuer needs any. */
    provider: z.literal('aws').default('aws'),
  }),
  build(scope, { charts, options }) {
    new HelmRelease(scope, 'release', { chart: charts['cert-manager'], values: valuesOf(options) });
  },
});
