import { BlockList } from 'node:net';

/**
 * Networks outside the public internet, or that are translated to internal addresses: IANA's special-purpose
 * registries (RFC 6890), NAT64, 6to4, Teredo, and cloud metadata addresses. An IPv4-mapped IPv6 address
 * (::ffff:127.0.0.1) is checked as IPv4.
 */
const notPublic4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/3', '168.63.129.16/32'],
];
const notPublic6 = [
  ...['::/96', '64:ff9b::/32', '100::/8', '200::/7', '400::/6', '800::/5', '1000::/4', '4000::/2'],
  ...['8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
];
const loopback = ['127.0.0.0/8', '::1/128'];

export type Networks = {
  /** Block list for `net.connect`, which checks the address actually used. */
  blocked: BlockList;
  isPublic(address: string): boolean;
};

type Options = {
  /** Also allows the local machine, for development only. */
  withLoopback?: boolean;
  /** Private networks that the operator allows, such as 10.1.0.0/16. */
  allowed?: readonly string[];
};

/** Returns the networks that may be called: public addresses, and those allowed by the options. */
export function publicAddresses({ withLoopback = false, allowed = [] }: Options = {}): Networks {
  const notPublic = listOf([...notPublic4, ...notPublic6]);
  const own = listOf([...(withLoopback ? loopback : []), ...allowed]);
  // A BlockList cannot have exceptions, so it omits blocked networks that contain one. isPublic checks each
  // address in those.
  const exceptions = [...(withLoopback ? loopback : []), ...allowed];
  const blocked = listOf(
    [...notPublic4, ...notPublic6].filter((network) => {
      const list = listOf([network]);
      return !exceptions.some((one) => list.check(...addressOf(one)));
    }),
  );
  return {
    blocked,
    isPublic: (address) => {
      const at = addressOf(address);
      return !notPublic.check(...at) || own.check(...at);
    },
  };
}

/** Returns the address, or the first address of a network, with its family. */
function addressOf(network: string): [string, 'ipv4' | 'ipv6'] {
  const [address = ''] = network.split('/');
  return [address, address.includes(':') ? 'ipv6' : 'ipv4'];
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) add(list, network);
  return list;
}

function add(list: BlockList, network: string): void {
  const [address, bits] = network.split('/') as [string, string];
  list.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4');
}
