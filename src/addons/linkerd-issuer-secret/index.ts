import { addonBy } from '../../addon/addon-by.js';
import { aws } from './aws.js';
import { withNames } from './with-names.js';

/** Linkerd's trust anchor and issuer, which Terraform makes and renews: https://linkerd.io/2/tasks/generate-certificates/ */
export const linkerdIssuerSecret = addonBy('provider', 'aws', {
  aws,
  azure: withNames('azure'),
  gcp: withNames('gcp'),
  other: withNames('other'),
});
