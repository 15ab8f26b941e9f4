import { isObject } from '../../json/is-object.js';
import { valueAt } from '../../json/json-path.js';
import { artifactGeneratorSettings } from './artifact-generator.js';
import { imagePolicySettings, imageUpdateSettings } from './image.js';
import { provider } from './provider.js';
import { type Judge, literal } from './setting.js';

/** https://github.com/fluxcd/source-controller/blob/main/internal/controller/gitrepository_controller.go */
const githubApp: Judge = ({ provider, secretRef }) =>
  provider === 'github' && secretRef === undefined
    ? {
        path: 'spec.provider',
        what: 'has the provider "github" and no secretRef, from which Flux reads the GitHub App',
        says: 'secretRef with github app data must be specified when provider is set to github',
        fix: 'add secretRef: { name: … }, a Secret with githubAppID, githubAppInstallationID and githubAppPrivateKey',
      }
    : undefined;

/** https://github.com/fluxcd/source-controller/blob/main/internal/controller/ocirepository_controller.go */
const notation =
  (at: string): Judge =>
  (spec) => {
    const verify = valueAt({ spec }, at.split('.'));
    if (!isObject(verify) || verify['provider'] !== 'notation' || verify['secretRef'] !== undefined) return undefined;
    return {
      path: at,
      what: 'verifies by notation and names no Secret with its trust policy and certificates',
      says: 'verification secret cannot be empty',
      fix: 'add secretRef: { name: … }, a Secret with trustpolicy.json and certificates',
    };
  };

/** https://github.com/fluxcd/source-controller/blob/main/internal/helm/chart/builder.go: RemoteReference. */
const CHART = /^[-a-z0-9]+(?:(?:\/\.?|\.)[-a-z0-9]+)*(?:\/\.?|\.)?$/;

const chartName =
  (at: string): Judge =>
  (spec) => {
    const chart = valueAt({ spec }, at.split('.'));
    if (!isObject(chart) || !isObject(chart['sourceRef']) || chart['sourceRef']['kind'] !== 'HelmRepository')
      return undefined;
    const name = literal(chart['chart']);
    if (name === undefined || CHART.test(name)) return undefined;
    return {
      path: `${at}.chart`,
      what: `takes the chart ${JSON.stringify(name)} from a HelmRepository, which has no such name`,
      says: `invalid chart name '${name}': a valid name must be lower case letters and numbers and MAY be separated with dashes (-), slashes (/) or periods (.)`,
      fix: 'give the name of the chart as the repository lists it; a path is for a GitRepository or Bucket',
    };
  };

/** https://github.com/helm/helm/blob/main/pkg/chart/common/util/validate_name.go */
const RELEASE = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

const releaseName: Judge = ({ releaseName: given }) => {
  const name = literal(given);
  if (name === undefined || (RELEASE.test(name) && name.length <= 53)) return undefined;
  return {
    path: 'spec.releaseName',
    what: `names its release ${JSON.stringify(name)}, and Helm takes only lower-case letters, digits, "-" and ".", 53 at most`,
    says: 'invalid release name, must match regex ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$',
    fix: 'write the name in lower case, with dashes',
  };
};

/** minio also gives this error for a URL, since it takes what follows the scheme for a path. */
const PATH_IN_ENDPOINT = 'Endpoint url cannot have fully qualified paths.';

/** https://github.com/minio/minio-go/blob/master/utils.go: the endpoints and bucket names that it rejects. */
const bucketEndpoint: Judge = ({ provider = 'generic', endpoint: given }) => {
  const endpoint = literal(given);
  if (endpoint === undefined || (provider !== 'generic' && provider !== 'aws')) return undefined;
  if (endpoint.includes('://')) {
    return {
      path: 'spec.endpoint',
      what: `has the endpoint ${JSON.stringify(endpoint)}, and Flux takes a host without a scheme`,
      says: PATH_IN_ENDPOINT,
      fix: `write it as a host: '${endpoint.replace(/^\w+:\/\//, '').replace(/\/.*$/, '')}'; insecure: true is for http`,
    };
  }
  return /\/./.test(endpoint)
    ? {
        path: 'spec.endpoint',
        what: `has the endpoint ${JSON.stringify(endpoint)}, and Flux takes a host without a path`,
        says: PATH_IN_ENDPOINT,
        fix: `write it as a host: '${endpoint.replace(/\/.*$/, '')}'; spec.prefix selects a folder of the bucket`,
      }
    : undefined;
};

const BUCKET = /^(?!(?:\d+\.){3}\d+$)(?!.*(?:\.\.|\.-|-\.))[A-Za-z0-9][\w.:-]{1,61}[A-Za-z0-9]$/;

const bucketName: Judge = ({ provider = 'generic', bucketName: given }) => {
  const name = literal(given);
  if (name === undefined || (provider !== 'generic' && provider !== 'aws') || BUCKET.test(name)) return undefined;
  return {
    path: 'spec.bucketName',
    what: `names the bucket ${JSON.stringify(name)}, and no bucket has such a name`,
    says:
      name.length < 3 ? 'Bucket name cannot be shorter than 3 characters' : 'Bucket name contains invalid characters',
    fix: 'give 3 to 63 letters, digits, dots and dashes, a letter or digit at both ends',
  };
};

/** https://github.com/fluxcd/notification-controller/blob/main/internal/server/receiver_handlers.go */
const everyResource: Judge = ({ resources }) => {
  const index = Array.isArray(resources)
    ? resources.findIndex((one) => isObject(one) && one['name'] === '*' && one['matchLabels'] === undefined)
    : -1;
  return index < 0
    ? undefined
    : {
        path: `spec.resources[${index}]`,
        what: 'names "*" without matchLabels, and so reconciles nothing',
        says: "matchLabels field not set when using wildcard '*' as name",
        fix: 'add matchLabels: the labels of the objects that it is for; or name each of them',
      };
};

/** https://github.com/fluxcd/image-reflector-controller/tree/main/internal/registry */
const image: Judge = ({ image: given }) => {
  const name = literal(given);
  if (name === undefined) return undefined;
  const at = { path: 'spec.image', what: `has the image ${JSON.stringify(name)}` };
  const scheme = /^(\w+):\/\//.exec(name)?.[0];
  if (scheme !== undefined) {
    return {
      ...at,
      what: `${at.what}, and Flux takes one without a scheme`,
      says: `.spec.image value should not start with URL scheme; remove '${scheme}'`,
      fix: `write '${name.slice(scheme.length)}'`,
    };
  }
  const [, host = '', path = ''] = /^([^/]*[.:][^/]*\/)?(.*)$/.exec(name)!;
  const tag = path.indexOf(':');
  if (tag >= 0) {
    return {
      ...at,
      what: `${at.what}, and Flux takes one without a tag`,
      says: `.spec.image value should not contain a tag; remove '${path.slice(tag)}'`,
      fix: `write '${host}${path.slice(0, tag)}'; an ImagePolicy selects the tag`,
    };
  }
  return /^[a-z0-9_./-]{2,255}$/.test(path)
    ? undefined
    : {
        ...at,
        what: `${at.what}, and no registry has such a repository`,
        says: `repository can only contain the characters abcdefghijklmnopqrstuvwxyz0123456789_-./: ${path}`,
        fix: 'write its name as the registry has it, in lower case',
      };
};

const SOURCE = 'source.toolkit.fluxcd.io';

/** By `group/Kind`. */
export const controllerSettings: Readonly<Record<string, readonly Judge[]>> = {
  'helm.toolkit.fluxcd.io/HelmRelease': [releaseName, chartName('spec.chart.spec'), notation('spec.chart.spec.verify')],
  'image.toolkit.fluxcd.io/ImagePolicy': imagePolicySettings,
  'image.toolkit.fluxcd.io/ImageRepository': [image],
  'image.toolkit.fluxcd.io/ImageUpdateAutomation': imageUpdateSettings,
  'notification.toolkit.fluxcd.io/Provider': [provider],
  'notification.toolkit.fluxcd.io/Receiver': [everyResource],
  'source.extensions.fluxcd.io/ArtifactGenerator': artifactGeneratorSettings,
  [`${SOURCE}/Bucket`]: [bucketEndpoint, bucketName],
  [`${SOURCE}/GitRepository`]: [githubApp],
  [`${SOURCE}/HelmChart`]: [chartName('spec'), notation('spec.verify')],
  [`${SOURCE}/OCIRepository`]: [notation('spec.verify')],
};
