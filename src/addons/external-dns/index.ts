import { addonBy } from '../../addon/addon-by.js';
import { aws } from './aws.js';
import { azure, azurePrivate } from './azure.js';
import { google } from './google.js';
import { others } from './other.js';

/**
 * ExternalDNS, which writes DNS records for the host names of routes, Services or Ingresses. The option `provider` says
 * where the zones are. https://kubernetes-sigs.github.io/external-dns/
 */
export const externalDns = addonBy(
  'provider',
  'aws',
  Object.assign({ aws, azure, 'azure-private-dns': azurePrivate, google }, others),
);
