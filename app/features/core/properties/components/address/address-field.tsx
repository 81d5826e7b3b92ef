import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type FormRef, setFieldValue } from "~/features/core/forms/components/form-fields";
import { OwnAddresses } from "~/features/core/forms/components/own-details";
import { m } from "~/paraglide/messages";
import { queryClient } from "~/platform/browser/query-client";
import { TextField } from "~/ui/form/field";
import { mapsAccessQuery } from "../../../forms/client";
import { limits } from "../../../forms/schema";
import { AddressSearchField } from "./address-search-field";
import { CommunityList, useCommunitySuggestions } from "./community-suggestions";
import { type AddressSearch, openAddressSearch } from "./google-places";

type AddressPart = "street" | "buildingName" | "unitNumber" | "area" | "landmark";

interface AddressFieldProps {
  form: FormRef;
  errors: Partial<Record<AddressPart, string>>;
}

/**
 * All fields can be typed. With a maps key, a search and the current location fill them; otherwise the
 * communities of Dubai are suggested.
 */
export function AddressField({ form, errors }: AddressFieldProps) {
  const services = useAddressServices();
  const communities = useCommunitySuggestions({ enabled: services.mode === "manual" });

  function fill(found: Partial<Record<AddressPart, string>>) {
    for (const [part, value] of Object.entries(found)) setFieldValue(form.current, part, value);
  }

  return (
    <div className="flex flex-col gap-4">
      <OwnAddresses onChoose={fill} />
      {services.mode === "loading" && (
        <p role="status" className="text-sm text-muted max-sm:min-h-[3em] noscript:hidden">
          {m.booking_address_loading()}
        </p>
      )}
      {services.mode === "maps" && (
        <AddressSearchField
          search={services.search}
          onFound={({ fullAddress: _, ...parts }) => fill(parts)}
        />
      )}
      {services.mode === "manual" && (
        // Same height as the placeholder before, to avoid a layout shift.
        <p className="text-sm text-muted max-sm:min-h-[3em]">{m.booking_address_manual()}</p>
      )}
      <TextField
        name="street"
        label={m.booking_street()}
        placeholder={m.booking_street_example()}
        autoComplete="address-line1"
        required
        error={errors.street}
      />
      <div className="grid gap-4 sm:grid-cols-[3fr_2fr]">
        <TextField
          name="buildingName"
          label={m.booking_building()}
          optional={m.common_optional()}
          autoComplete="address-line2"
          error={errors.buildingName}
        />
        <TextField
          name="unitNumber"
          label={m.booking_unit()}
          optional={m.common_optional()}
          autoComplete="address-line3"
          error={errors.unitNumber}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="relative">
          <TextField
            name="area"
            label={m.booking_area()}
            placeholder={services.mode === "manual" ? m.booking_area_example() : undefined}
            optional={m.common_optional()}
            autoComplete="address-level2"
            maxLength={limits.area}
            error={errors.area}
            {...communities.inputProps}
          />
          <CommunityList {...communities.list} />
        </div>
        <TextField
          name="landmark"
          label={m.booking_landmark()}
          optional={m.common_optional()}
          autoComplete="off"
          error={errors.landmark}
        />
      </div>
    </div>
  );
}

type AddressServices = { mode: "loading" } | { mode: "manual" } | { mode: "maps"; search: AddressSearch };

/** Falls back to manual input without a maps key or script (docs/domain.md, "Forms"). */
function useAddressServices(): AddressServices {
  const { data: access, isError } = useQuery(mapsAccessQuery, queryClient);
  const [opened, setOpened] = useState<AddressServices>({ mode: "loading" });

  useEffect(() => {
    const apiKey = access?.apiKey;
    if (!apiKey) return;
    let left = false;
    openAddressSearch({ ...access, apiKey }).then(
      (search) => left || setOpened({ mode: "maps", search }),
      () => left || setOpened({ mode: "manual" }),
    );
    return () => {
      left = true;
    };
  }, [access]);

  return isError || (access && !access.apiKey) ? { mode: "manual" } : opened;
}
