/** Charts and images of databases, brokers and caches; charts by their names as dependencies. */
const NAME =
  /^(?:postgres(?:ql)?|timescaledb|mysql|mariadb|redis|valkey|dragonfly|keydb|mongo(?:db)?|kafka|redpanda|rabbitmq|nats|elasticsearch|opensearch|solr|minio|seaweedfs|etcd|zookeeper|cassandra|scylla|clickhouse|influxdb2?|neo4j|couchdb|memcached)(?:[-_]?(?:ha|cluster|galera|sharded|master|replica|primary))?$/i;

export const isStateful = (name: unknown): boolean => typeof name === 'string' && NAME.test(name);
