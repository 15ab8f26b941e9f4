import { textOf } from '../json/as-shape.js';
import { annotationsOf } from '../json/manifest-fields.js';
import { readField } from '../json/read-field.js';
import { keepsForFewerDays, turnsBackupsOff } from './form/automated-backups.js';
import { lifecycleOfS3 } from './form/bucket-lifecycle.js';
import { cloudKinds } from './form/cloud-kinds.js';
import { namesOtherResource, turnsOff, UNPROTECTED } from './form/cloud-resource.js';
import type { Policy } from './form/keeps.js';
import { canLoseOnRemoval, deletesOnRemoval } from './form/later-removal.js';
import { losesResource } from './form/lost-with-object.js';
import { annotationAt } from './form/path.js';
import { defineProject } from './form/project.js';
import { changed, leaves } from './form/when.js';

const INSTANCE = 'rds.services.k8s.aws/DBInstance';
const CLUSTER = 'rds.services.k8s.aws/DBCluster';

const renamed = [
  'refers to another AWS resource',
  'AWS can rename few resources: the controller refuses the change, or makes a second resource',
] as const;

/** ACK reads the object's annotation first, then the namespace's annotation for its service. */
export const ackRetains: Policy = {
  keeps: ({ annotations, ofNamespace, group }) =>
    (annotations['services.k8s.aws/deletion-policy'] ?? ofNamespace[`${group}/deletion-policy`]) === 'retain',
  setting: 'the annotation services.k8s.aws/deletion-policy: retain',
};

/** AWS Controllers for Kubernetes (ACK). https://aws-controllers-k8s.github.io/docs/ */
export const ack = defineProject({
  name: 'AWS Controllers for Kubernetes',
  cloud: {
    name: 'ACK',
    groups: ['*.services.k8s.aws'],
    // The fields by which the controllers look for a resource: https://aws-controllers-k8s.github.io/community/reference/
    kinds: cloudKinds(
      (
        [
          ['IAM role', 'iam', 'Role', 'name', 'aws_iam_role', 'name'],
          ['IAM user', 'iam', 'User', 'name', 'aws_iam_user', 'name'],
          ['S3 bucket', 's3', 'Bucket', 'name', 'aws_s3_bucket', 'bucket'],
          ['RDS instance', 'rds', 'DBInstance', 'dbInstanceIdentifier', 'aws_db_instance', 'identifier'],
          ['RDS cluster', 'rds', 'DBCluster', 'dbClusterIdentifier', 'aws_rds_cluster', 'cluster_identifier'],
          ['DynamoDB table', 'dynamodb', 'Table', 'tableName', 'aws_dynamodb_table', 'name'],
          ['ECR repository', 'ecr', 'Repository', 'name', 'aws_ecr_repository', 'name'],
          ['EKS cluster', 'eks', 'Cluster', 'name', 'aws_eks_cluster', 'name'],
          ['SQS queue', 'sqs', 'Queue', 'queueName', 'aws_sqs_queue', 'name'],
          ['SNS topic', 'sns', 'Topic', 'name', 'aws_sns_topic', 'name'],
          ['IAM policy', 'iam', 'Policy', 'name', 'aws_iam_policy', 'name'],
          ['IAM group', 'iam', 'Group', 'name', 'aws_iam_group', 'name'],
          ['EKS add-on', 'eks', 'Addon', 'name', 'aws_eks_addon', 'addon_name', 'spec.clusterName'],
          ['EKS node group', 'eks', 'Nodegroup', 'name', 'aws_eks_node_group', 'node_group_name', 'spec.clusterName'],
          ['Lambda function', 'lambda', 'Function', 'name', 'aws_lambda_function', 'function_name'],
          ['KMS alias', 'kms', 'Alias', 'name', 'aws_kms_alias', 'name'],
          ['log group', 'cloudwatchlogs', 'LogGroup', 'name', 'aws_cloudwatch_log_group', 'name'],
          ['secret', 'secretsmanager', 'Secret', 'name', 'aws_secretsmanager_secret', 'name'],
        ] as readonly (readonly [string, string, string, string, string, string, string?])[]
      ).map(([what, service, kind, field, type, attribute, cluster]) => [
        what,
        `${service}.services.k8s.aws/${kind}`,
        { [type]: attribute },
        {
          nameAt: `spec.${field}`,
          ...(service === 's3'
            ? { isGlobal: true as const }
            : {
                within: [
                  { terraform: 'region', at: annotationAt('services.k8s.aws/region') },
                  ...(cluster === undefined ? [] : [{ terraform: 'cluster_name', at: cluster }]),
                ],
              }),
        },
      ]),
    ),
    // The controller appends the name of the zone:
    // https://aws-controllers-k8s.github.io/community/reference/route53/v1alpha1/recordset/
    records: [
      {
        kind: 'route53.services.k8s.aws/RecordSet',
        nameAt: 'spec.name',
        typeAt: 'spec.recordType',
        zoneAt: 'spec.hostedZoneID',
        isRelative: true,
      },
    ],
    nameOf: (object, { nameAt = '' }) => textOf(readField(object, nameAt)),
    // https://aws-controllers-k8s.github.io/docs/guides/read-only-resources
    manages: (object) => annotationsOf(object)['services.k8s.aws/read-only'] !== 'true',
    // https://aws-controllers-k8s.github.io/docs/guides/cross-account: the namespace decides, which the object doesn't show.
    mayBeElsewhere: () => false,
    observe: "set the annotation services.k8s.aws/read-only: 'true'",
  },
  effects: [
    // https://github.com/aws-controllers-k8s/runtime/blob/main/apis/core/v1alpha1/deletion_policy.go
    losesResource('AWS resource')('*.services.k8s.aws/*', ackRetains),
    turnsBackupsOff([INSTANCE], 'spec.backupRetentionPeriod'),
    keepsForFewerDays([INSTANCE, CLUSTER], 'spec.backupRetentionPeriod'),
    lifecycleOfS3('s3.services.k8s.aws/Bucket', 'spec.lifecycle.rules'),
    // https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_DeleteInstance.html
    canLoseOnRemoval([INSTANCE, CLUSTER], 'spec.deletionProtection', turnsOff, UNPROTECTED),
    // https://aws-controllers-k8s.github.io/docs/guides/deletion-policy/
    deletesOnRemoval(
      '*',
      annotationAt('services.k8s.aws/deletion-policy'),
      leaves('retain'),
      'the AWS resource that it manages',
    ),
    // `regionDrifted`: https://github.com/aws-controllers-k8s/runtime/blob/main/pkg/runtime/reconciler.go
    namesOtherResource(
      '*.services.k8s.aws/*',
      annotationAt('services.k8s.aws/region'),
      'asks for another region, which ACK refuses',
      'the controller stops at the error: the resource stays where it is, and gets no more updates',
    ),
    // `Sync`, in the same file, creates a resource that doesn't exist.
    {
      on: '*.services.k8s.aws/*',
      at: 'spec.name',
      when: changed,
      severity: 'warning',
      says: renamed[0],
      effect: renamed[1],
    },
    // The controllers look for the resource by its new name, as in `newListRequestPayload`:
    // https://github.com/aws-controllers-k8s/rds-controller/blob/main/pkg/resource/db_instance/sdk.go
    ...(
      [
        [INSTANCE, 'dbInstanceIdentifier'],
        [CLUSTER, 'dbClusterIdentifier'],
        ['dynamodb.services.k8s.aws/Table', 'tableName'],
        ['sqs.services.k8s.aws/Queue', 'queueName'],
        ['elasticache.services.k8s.aws/ReplicationGroup', 'replicationGroupID'],
        ['elasticache.services.k8s.aws/CacheCluster', 'cacheClusterID'],
      ] as const
    ).map(([on, field]) => namesOtherResource(on, `spec.${field}`, ...renamed)),
  ],
});
