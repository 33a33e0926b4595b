/**
 * Public IP addresses. All others refer to this machine or its networks, which a token alone must
 * not open.
 */
import { BlockList, isIPv4, isIPv6 } from "node:net";

/** Networks that IANA lists as not globally reachable, or that translate to such addresses. */
const special: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  // Multicast, reserved and broadcast.
  ["224.0.0.0", 3],
  // Teredo, benchmarking, overlays.
  ["2001::", 23],
  ["2001:db8::", 32],
  // 6to4 contains an IPv4 address.
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
];

/**
 * The assigned range of IPv6. All other IPv6 addresses are not public: loopback, link-local, unique
 * local, multicast, and the forms that contain an IPv4 address (mapped, compatible, translated by
 * NAT64).
 */
const global: readonly [network: string, prefix: number] = ["2000::", 3];

/**
 * Created with the first check, because most commands check no address.
 * Of the process: the lists are constant.
 */
let lists: { readonly special: BlockList; readonly global: BlockList } | undefined;

/** @param address an IP address as the system prints it; any other string is not public */
export function isPublicAddress(address: string): boolean {
  lists ??= { special: buildBlockList(special), global: buildBlockList([global]) };
  if (isIPv4(address)) return !lists.special.check(address, "ipv4");
  // An address with a zone, such as fe80::1%eth0, is link-local.
  if (!isIPv6(address) || address.includes("%")) return false;
  return lists.global.check(address, "ipv6") && !lists.special.check(address, "ipv6");
}

function buildBlockList(networks: typeof special): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of networks) {
    list.addSubnet(network, prefix, isIPv4(network) ? "ipv4" : "ipv6");
  }
  return list;
}

/**
 * The instruction for a refused private address. With `--local`, the command itself runs the
 * platform, so there is no server to configure.
 */
export const howToAllowPrivate =
  "To allow it, set TOME_ALLOW_PRIVATE=true for the command (with --local) or for the server, or start tome serve with --allow-private";
