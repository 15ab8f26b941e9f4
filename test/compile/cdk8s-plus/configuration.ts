import { Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-30';
import type { Example } from './example.js';

const task = { image: 'example.org/task:1' };

/** Data, storage, namespaces and what accounts may do. */
export const configuration: readonly Example[] = [
  {
    name: 'config-map',
    build: (scope) => {
      const map = new kplus.ConfigMap(scope, 'AppSettings', { data: { first: 'one' }, immutable: true });
      map.addData('second', 'two');
      const pod = new kplus.Pod(scope, 'reader');
      pod
        .addContainer(task)
        .mount(
          '/etc/app',
          kplus.Volume.fromConfigMap(scope, 'files', map as kplus.IConfigMap, { items: { first: { path: 'one' } } }),
        );
    },
    selects: {},
  },
  {
    name: 'secrets',
    build: (scope) => {
      const account = new kplus.ServiceAccount(scope, 'robot');
      new kplus.BasicAuthSecret(scope, 'basic', { username: 'nobody', password: '' });
      new kplus.DockerConfigSecret(scope, 'registry', { data: { auths: {} } });
      new kplus.ServiceAccountTokenSecret(scope, 'token', { serviceAccount: account as kplus.IServiceAccount });
      const known = kplus.Secret.fromSecretName(scope, 'known', 'made-elsewhere');
      new kplus.Job(scope, 'task', {
        containers: [
          {
            ...task,
            envVariables: { KEY: kplus.EnvValue.fromSecretValue({ secret: known, key: 'key' }, { optional: true }) },
          },
        ],
        serviceAccount: account as kplus.IServiceAccount,
      });
    },
    selects: {},
  },
  {
    name: 'storage',
    build: (scope) => {
      const accessModes = [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE];
      new kplus.PersistentVolumeClaim(scope, 'data', {
        accessModes,
        storage: Size.gibibytes(5),
        storageClassName: 'standard',
      });
      const disk = new kplus.AwsElasticBlockStorePersistentVolume(scope, 'Disk', {
        volumeId: 'vol-0123456789abcdef0',
        accessModes,
        storage: Size.gibibytes(8),
      });
      const onDisk = new kplus.PersistentVolumeClaim(scope, 'OnDisk', {
        accessModes,
        storage: Size.gibibytes(8),
        storageClassName: '',
      });
      // `disk.reserve()` makes a claim without access modes and a size, which the API server refuses.
      onDisk.bind(disk as kplus.IPersistentVolume);
      disk.bind(onDisk as kplus.IPersistentVolumeClaim);
      const pod = new kplus.Deployment(scope, 'store', { containers: [task], replicas: 1 });
      pod.containers[0]!.mount(
        '/data',
        kplus.Volume.fromPersistentVolumeClaim(scope, 'claim', onDisk as kplus.IPersistentVolumeClaim),
      );
    },
    selects: {
      'Deployment/store spec.selector': ['Deployment/store'],
    },
  },
  {
    name: 'namespaces',
    build: (scope) => {
      const team = new kplus.Namespace(scope, 'TeamOne', { metadata: { labels: { team: 'one' } } });
      const pods = new kplus.Deployment(scope, 'web', { containers: [{ ...task, portNumber: 80 }] });
      pods.connections.allowFrom(team);
    },
    selects: {
      'Deployment/web spec.selector': ['Deployment/web'],
      'NetworkPolicy/web-allow-egress-in-team-one-team-one egress': ['Deployment/web'],
      'NetworkPolicy/web-allow-egress-in-team-one-team-one spec.podSelector': [],
      'NetworkPolicy/web-allow-ingress-team-one ingress': ['Deployment/web'],
      'NetworkPolicy/web-allow-ingress-team-one spec.podSelector': ['Deployment/web'],
    },
  },
  {
    name: 'roles',
    build: (scope) => {
      const account = new kplus.ServiceAccount(scope, 'Operator', { automountToken: true });
      const person = kplus.User.fromName(scope, 'alice', 'alice@example.org');
      const group = kplus.Group.fromName(scope, 'Admins', 'admins');
      const reader = new kplus.Role(scope, 'PodReader');
      reader.allowRead(kplus.ApiResource.PODS);
      reader.bind(account, person);
      reader.bind(group);
      const wide = new kplus.ClusterRole(scope, 'roles-wide', {
        rules: [{ endpoints: [kplus.ApiResource.NODES], verbs: ['get', 'list'] }],
      });
      wide.allowRead(kplus.NonApiResource.of('/healthz'));
      wide.bind(group);
      wide.bindInNamespace('roles', account);
      const whole = new kplus.ClusterRole(scope, 'RolesWhole');
      whole.combine(wide);
      whole.aggregate('rbac.example.org/part', 'yes');
      const settings = new kplus.ConfigMap(scope, 'settings', { data: { one: '1' } });
      settings.permissions.grantRead(account);
      settings.permissions.grantReadWrite(person);
    },
    selects: {},
  },
];
