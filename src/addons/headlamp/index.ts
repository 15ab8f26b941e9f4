import { addonBy } from '../../addon/addon-by.js';
import { aws } from './aws.js';
import { withNames } from './with-names.js';

/** Headlamp, the cluster's web page, for users that an OIDC provider knows: https://headlamp.dev/docs/latest/ */
export const headlamp = addonBy('provider', 'aws', {
  aws,
  azure: withNames('azure'),
  gcp: withNames('gcp'),
  other: withNames('other'),
});
