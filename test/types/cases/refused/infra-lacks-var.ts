import { defineInfra } from 'fluxspan';
import { cluster, secrets, values, vars } from '../web-cluster.js';

defineInfra(cluster, { vars: { TF_NAME: 'web', TF_KEY: vars.TF_KEY }, values, secrets });
