import { textOf } from '../json/as-shape.js';
import { metadataOf } from '../json/manifest-fields.js';
import { readField } from '../json/read-field.js';
import { lifecycleOfGcs } from './form/bucket-lifecycle.js';
import { cloudKinds } from './form/cloud-kinds.js';
import { namesOtherResource } from './form/cloud-resource.js';
import { byAnnotation } from './form/keeps.js';
import { deletesOnRemoval } from './form/later-removal.js';
import { losesResource } from './form/lost-with-object.js';
import { annotationAt } from './form/path.js';
import { defineProject } from './form/project.js';
import { becomes, changed, leaves } from './form/when.js';

const RESOURCES = '*.cnrm.cloud.google.com/*';

/** Config Connector. https://cloud.google.com/config-connector/docs/overview */
export const configConnector = defineProject({
  name: 'Config Connector',
  cloud: {
    name: 'Config Connector',
    groups: ['*.cnrm.cloud.google.com'],
    // https://cloud.google.com/config-connector/docs/reference/overview
    kinds: cloudKinds(
      (
        [
          ['Google service account', 'iam', 'IAMServiceAccount', 'google_service_account', 'account_id'],
          ['Cloud SQL instance', 'sql', 'SQLInstance', 'google_sql_database_instance', 'name'],
          ['GKE cluster', 'container', 'ContainerCluster', 'google_container_cluster', 'name'],
          ['Pub/Sub topic', 'pubsub', 'PubSubTopic', 'google_pubsub_topic', 'name'],
          ['GCS bucket', 'storage', 'StorageBucket', 'google_storage_bucket', 'name'],
          ['VPC network', 'compute', 'ComputeNetwork', 'google_compute_network', 'name'],
          ['BigQuery dataset', 'bigquery', 'BigQueryDataset', 'google_bigquery_dataset', 'dataset_id'],
          ['Pub/Sub subscription', 'pubsub', 'PubSubSubscription', 'google_pubsub_subscription', 'name'],
          ['secret', 'secretmanager', 'SecretManagerSecret', 'google_secret_manager_secret', 'secret_id'],
        ] as const
      ).map(([what, service, kind, type, attribute]) => [
        what,
        `${service}.cnrm.cloud.google.com/${kind}`,
        { [type]: attribute },
        service === 'storage'
          ? { isGlobal: true as const }
          : { within: [{ terraform: 'project', at: annotationAt('cnrm.cloud.google.com/project-id') }] },
      ]),
    ),
    records: [{ kind: 'dns.cnrm.cloud.google.com/DNSRecordSet', nameAt: 'spec.name', typeAt: 'spec.type' }],
    nameOf: (object) => textOf(readField(object, 'spec.resourceID')) ?? textOf(metadataOf(object)['name']),
    manages: () => true,
    mayBeElsewhere: () => false,
    observe: 'remove the object with the annotation cnrm.cloud.google.com/deletion-policy: abandon',
  },
  holdsSettings: ['core.cnrm.cloud.google.com', 'customize.core.cnrm.cloud.google.com'],
  effects: [
    // https://cloud.google.com/config-connector/docs/how-to/managing-deleting-resources
    losesResource('Google Cloud resource')(RESOURCES, byAnnotation('cnrm.cloud.google.com/deletion-policy', 'abandon')),
    // https://github.com/GoogleCloudPlatform/k8s-config-connector/blob/master/pkg/webhook/immutable_fields_validator.go
    namesOtherResource(
      RESOURCES,
      'spec.resourceID',
      'names another Google Cloud resource, which Config Connector refuses',
      'the name and the project of a resource that exists cannot change, so the apply fails',
    ),
    // https://cloud.google.com/config-connector/docs/how-to/organizing-resources/overview: what happens depends on the
    // kind, since the webhook of the same file lets some kinds move.
    {
      on: RESOURCES,
      at: annotationAt('cnrm.cloud.google.com/project-id'),
      when: changed,
      severity: 'notice',
      says: 'names another Google Cloud project',
      effect:
        'Config Connector may refuse the change, so that the apply fails, or make a second resource in that project and leave the old one without an owner',
      instead: 'revert the change; for a resource in another project, add a second object',
    },
    lifecycleOfGcs('storage.cnrm.cloud.google.com/StorageBucket', 'spec.lifecycleRule'),
    // https://cloud.google.com/config-connector/docs/reference/annotations
    deletesOnRemoval(
      '*',
      annotationAt('cnrm.cloud.google.com/deletion-policy'),
      leaves('abandon'),
      'the Google Cloud resource that it manages',
    ),
    deletesOnRemoval(
      '*',
      annotationAt('cnrm.cloud.google.com/force-destroy'),
      becomes('true'),
      'all that its bucket or dataset holds',
    ),
  ],
});
