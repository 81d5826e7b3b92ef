import type { MapsAccess } from "../../../forms/views";
import { type AddressComponent, addressFromComponents } from "./address-mapping";
import { loadScript } from "./script-loader";

/** Limits the search to the UAE (docs/domain.md, "Forms"). */
const COUNTRY = "ae";

/** Equivalent to "address" of the former API: no shops or towns. The API allows at most five types. */
const ADDRESS_TYPES = ["street_address", "premise", "subpremise", "route"];

interface PlaceComponent {
  longText: string | null;
  types: string[];
}

interface Place {
  formattedAddress?: string | null;
  addressComponents?: PlaceComponent[];
  fetchFields(request: { fields: string[] }): Promise<unknown>;
}

interface PlacesLibrary {
  AutocompleteSessionToken: new () => object;
  AutocompleteSuggestion: {
    fetchAutocompleteSuggestions(request: {
      input: string;
      sessionToken: object;
      includedRegionCodes: string[];
      includedPrimaryTypes: string[];
    }): Promise<{ suggestions: { placePrediction: { text: { text: string }; toPlace(): Place } | null }[] }>;
  };
}

interface GeocodingLibrary {
  Geocoder: new () => {
    geocode(request: { location: { lat: number; lng: number } }): Promise<{
      results: { formatted_address?: string; address_components: { long_name: string; types: string[] }[] }[];
    }>;
  };
}

interface GoogleMaps {
  importLibrary(name: "places"): Promise<PlacesLibrary>;
  importLibrary(name: "geocoding"): Promise<GeocodingLibrary>;
}

declare global {
  interface Window {
    google?: { maps?: GoogleMaps };
    addressServicesReady?: () => void;
  }
}

export type FoundAddress = ReturnType<typeof addressFromComponents>;

export interface AddressSuggestion {
  text: string;
  /** Address of the suggestion. Ends the billing session. */
  choose(): Promise<FoundAddress>;
}

export type AddressSearch = Awaited<ReturnType<typeof openAddressSearch>>;

/** Rejects if the script cannot be loaded after the retries. */
export async function openAddressSearch({ apiKey, scriptBase }: MapsAccess & { apiKey: string }) {
  const maps = await loadMaps(apiKey, scriptBase);
  const { AutocompleteSessionToken, AutocompleteSuggestion } = await maps.importLibrary("places");
  let sessionToken = new AutocompleteSessionToken();

  return {
    async suggest(input: string): Promise<AddressSuggestion[]> {
      const { suggestions } = await AutocompleteSuggestion.fetchAutocompleteSuggestions({
        input,
        sessionToken,
        includedRegionCodes: [COUNTRY],
        includedPrimaryTypes: ADDRESS_TYPES,
      });
      return suggestions.flatMap(({ placePrediction }) =>
        placePrediction
          ? [
              {
                text: placePrediction.text.text,
                async choose() {
                  const place = placePrediction.toPlace();
                  await place.fetchFields({
                    fields: ["id", "formattedAddress", "addressComponents", "location"],
                  });
                  sessionToken = new AutocompleteSessionToken();
                  return addressFromComponents(
                    (place.addressComponents ?? []).map(fromPlace),
                    place.formattedAddress,
                  );
                },
              },
            ]
          : [],
      );
    },

    /** Address at a position; null if there is none. */
    async reverse(position: { lat: number; lng: number }): Promise<FoundAddress | null> {
      const { Geocoder } = await maps.importLibrary("geocoding");
      const { results } = await new Geocoder().geocode({ location: position });
      const best = results[0];
      return best
        ? addressFromComponents(
            best.address_components.map(({ long_name, types }) => ({ text: long_name, types })),
            best.formatted_address,
          )
        : null;
    },
  };
}

function fromPlace({ longText, types }: PlaceComponent): AddressComponent {
  return { text: longText ?? "", types };
}

async function loadMaps(apiKey: string, scriptBase: string): Promise<GoogleMaps> {
  if (window.google?.maps) return window.google.maps;
  const ready = new Promise<void>((resolve) => {
    window.addressServicesReady = resolve;
  });
  const query = new URLSearchParams({
    key: apiKey,
    libraries: "places",
    region: COUNTRY,
    loading: "async",
    callback: "addressServicesReady",
  });
  await loadScript(`${scriptBase}/maps/api/js?${query}`);
  await ready;
  if (!window.google?.maps) throw new Error("The maps script loaded without the maps API");
  return window.google.maps;
}
