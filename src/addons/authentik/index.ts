import { addonBy } from '../../addon/addon-by.js';
import { aws } from './aws.js';
import { onDatabase } from './on-database.js';
import { withNames } from './with-names.js';

/**
 * authentik, the identity provider, on a PostgreSQL database that Terraform makes. `authentik.on(database)` is the same
 * on a database that another addon makes in the cluster, such as one of Azure Service Operator. That addon is named
 * `authentik-database`, lives in the namespace `authentik`, and has the outputs `host`, `username` and `password`.
 * https://docs.goauthentik.io/
 *
 * @example authentik.on(authentikDatabase)({ provider: 'azure' })
 */
export const authentik = Object.assign(
  addonBy('provider', 'aws', {
    aws,
    azure: withNames('azure'),
    gcp: withNames('gcp'),
    other: withNames('other'),
  }),
  { on: onDatabase },
);
