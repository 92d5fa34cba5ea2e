import { describe, expect, it } from "vitest";
import { bytes, commitmentOf, sealOf, seedOf } from "./fairness";

// Made by match/fairness.py; both sides must say the same for ever.
const SECRET = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

describe("the proofs of a deal", () => {
  it("commits as the server does", async () => {
    expect(await commitmentOf(SECRET)).toBe("9e679212ede1f7668cd164ff81e76150843527242f6cad692f8ee4ba05f729e3");
  });
  it("makes the seed of secret and salts", async () => {
    expect(await seedOf(SECRET, ["", "Salz", "été"])).toBe("305c65dd87d346046bda63b922dea1e97667a5f62fcf735fff0919502a7bf115");
  });
  it("seals a choice", async () => {
    expect(await sealOf("0e2d3b213819e0355d570a06a9ab1bec7ea35ee4db245dabb55a98ea6afe32ca", 2, ["wind north", "cubes 3"])).toBe("4e6c7017c5d999dc19a0d3fcfec6396ffbda47ad72ef39cf92c6a5481fb2b355");
  });
  it("refuses what is no number", () => {
    expect(() => bytes("xy")).toThrow();
    expect(() => bytes("abc")).toThrow();
  });
});
