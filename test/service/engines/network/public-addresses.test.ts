import fc from "fast-check";
import { expect, test } from "vitest";
import { isPublicAddress } from "../../../../src/service/engines/network/public-addresses.ts";

const open = [
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "169.253.255.255",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.1",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "2001:4860:4860::8888",
  "2606:4700:4700::1111",
  "2a00:1450:4001:82b::200e",
  "2001:200::1",
  "2003::1",
];

const closed = [
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "10.255.255.255",
  "100.64.0.1",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.170",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.7",
  "203.0.113.9",
  "224.0.0.1",
  "239.255.255.250",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::127.0.0.1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::ffff:10.0.0.1",
  "::ffff:8.8.8.8",
  "0:0:0:0:0:ffff:a9fe:a9fe",
  "64:ff9b::7f00:1",
  "64:ff9b::10.0.0.1",
  "64:ff9b:1::1",
  "100::1",
  "2001::1",
  "2001:0:7f00:1::",
  "2001:2::1",
  "2001:10::1",
  "2001:20::1",
  "2001:db8::1",
  "2002:7f00:1::1",
  "2002:0808:0808::1",
  "3fff::1",
  "4000::1",
  "5f00::1",
  "fc00::1",
  "fd12:3456:789a::1",
  "fe80::1",
  "fe80::1%eth0",
  "2606:4700::1%eth0",
  "fec0::1",
  "ff02::1",
  "ff0e::1",
  "localhost",
  "example.com",
  "127.1",
  "0x7f000001",
  "2130706433",
  "",
];

test.each(open)("%s is a public IP address", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(closed)("%s is not a public IP address", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test("no IPv4 address is public when embedded in an IPv6 address", () => {
  const forms = ["::", "::ffff:", "::ffff:0:", "64:ff9b::", "64:ff9b:1::", "fe80::5efe:"];
  fc.assert(
    fc.property(fc.ipV4(), fc.constantFrom(...forms), (address, form) => {
      expect(isPublicAddress(form + address)).toBe(false);
    }),
    { numRuns: 400 },
  );
});

test("only IPv6 addresses that begin with 2 or 3 are public", () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      if (isPublicAddress(address)) expect(address).toMatch(/^[23][0-9a-f]{3}:/i);
    }),
    { numRuns: 400 },
  );
});
